import Foundation

/// A view. }
@MainActor
public final class Panel<T: Hashable>: UIView, Delegate where T: Codable {
    private var items: [String: T] = [:]
    var count: Int { items.count }
    var title: String = "}" {
        didSet { refresh() }
    }
    lazy var thing: Thing = {
        return Thing()
    }()

    required init?(coder: NSCoder) { super.init(coder: coder) }
    deinit { print("bye {") }

    @objc func tap(_ sender: Any, with text: String = "\(1 + [2].map { $0 }.count) }") throws -> (Int, String) {
        func nested() {}
        let raw = #"func fake() { "\("# + """
        } \(items["a"] ?? nil)
        """
        return (1, raw)
    }

    static func == (lhs: Panel, rhs: Panel) -> Bool { true }
    class func make() -> Panel { fatalError() }
    subscript(i: Int) -> T { fatalError() }

    enum Mode: String, CaseIterable { case on = "}", off
        var next: Mode { self == .on ? .off : .on }
    }
}

protocol Delegate: AnyObject {
    var name: String { get }
    func done(_ x: Int) -> Bool
    func undone()
}

extension Panel: CustomStringConvertible {
    public var description: String { "x" }
    func more() {}
}

struct Point { var x = 0.0, y = 0.0; mutating func move() { x += 1 } }
actor Store { func get() async -> Int { 1 } }
typealias Pair = (Int, Int)
let limit = 10
func top<T>(_ x: T) -> T where T: Equatable { x }
