package shop

/** Braces are optional. */
class Cart(items: List[Int]) extends Base:
  val count = items.size

  def total(tax: Double): Double =
    val sum = items.sum
    if tax > 0 then
      sum * tax
    else
      sum

  object Empty:
    def apply() = Cart(Nil)
end Cart

enum Color(val rgb: Int):
  case Red extends Color(0xFF0000)
  case Green extends Color(0x00FF00)

def top(x: Int): Int = x match
  case 1 => 2
  case _ => 3
