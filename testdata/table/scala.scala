package shop

import scala.collection.mutable.{Map => MMap, _}

/** A case class. */
@deprecated("x }", "1.0")
final case class User(name: String, age: Int = 3) extends Base(name) with Named {
  private val cache = MMap.empty[String, Int]
  def greet(other: Option[User]): String = other match {
    case Some(u) => s"hi ${u.name + "}"}"
    case None => """def fake() { """"
  }
  def +(that: User): User = this
  override def toString = name
  object Inner { def deep: Int = 1 }
}

object User {
  implicit def fromString(s: String): User = User(s)
  def char(c: Char): Boolean =
    c == '{' ||
      c == '}'
}

trait Shape { def area: Double; def twice = area * 2 }

package object helpers {
  type Id = String
  val limit: Int = 3
}
