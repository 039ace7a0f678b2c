@file:JvmName("Shop")

package shop

import java.util.*

/** A user. */
@Serializable
data class User(val name: String, val age: Int = 3) : Base(name), Named by delegate {
    val upper: String
        get() = name.uppercase()

    init { println("init }") }

    constructor(name: String) : this(name, 0)

    @Throws(IOException::class)
    override suspend fun greet(other: User?): String {
        val text = """
            fun fake() { "${other?.let { "${it.name}}" }}"
        """
        fun local() {}
        return if (other == null) "}" else '{'.toString()
    }

    companion object {
        const val MAX = 3
        fun of(name: String) = User(name)
    }

    inner class Deep { fun dig() = listOf(1).map { it + 1 } }
}

sealed interface Shape
object Registry { val all = mutableListOf<Shape>() }
enum class Color(val rgb: Int) { RED(0xFF) { override fun x() = 1 }, GREEN(2); abstract fun x(): Int }

/* outer /* nested } */ */
fun String.shout(): String = this
    .uppercase()
    .trim()

inline fun <reified T> List<T>.second(): T? where T : Any = getOrNull(1)
fun `with spaces`(f: (Int) -> Unit) = f(1)

const val LIMIT = 10
private val lazyThing by lazy {
    "}"
}
typealias Handler = (String) -> Unit
