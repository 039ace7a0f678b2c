package shop

import groovy.transform.CompileStatic

/** A cart. } */
@CompileStatic
class Cart extends Base implements Serializable {
    List<Map<String, Integer>> items = [[a: 1]]
    def pattern = ~/\{[}\/]+/
    Cart(int n) { super(n) }
    def total(Map args = [:]) {
        def f = { it -> "${it.collect { "}" }}" }
        items.sum { it.a } ?: 0
    }
    static <T> List<T> make(T... xs) throws IOException {
        return '''} def fake() {'''
    }
    private boolean isEmpty() { !items }
}

interface Shape { double area() }
enum Color { RED, GREEN }

def helper(String s) {
    s.toUpperCase()
}
String greet(name) { "hi $name" }
