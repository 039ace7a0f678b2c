import 'dart:io';
library shop;

/// A widget. }
@immutable
class Cart<T extends Item> extends StatelessWidget with Mixin implements Foo {
  const Cart({Key? key, this.items = const []}) : super(key: key);
  Cart.named(this.items) : total = 0, super() {
    print('}');
  }
  factory Cart.fromJson(Map<String, dynamic> json) => Cart.named(json['a']);
  final List<T> items;
  static const int max = 3;
  int get total => items.fold(0, (a, b) => a + b.price);
  set total(int v) { _total = v; }
  @override
  Widget build(BuildContext context) {
    void nested() {}
    return Text('${items.map((i) => '${i.name}}').join()} {', key: key);
  }
  Future<void> load({required String path}) async {
    final raw = r'void fake() {';
    await File(path).readAsString();
  }
  bool operator ==(Object other) => other is Cart;
  void Function(int)? callback;
}

abstract class Shape { double area(); }
mixin Mixin on Object { void hi() {} }
extension StringX on String { String shout() => toUpperCase(); }
enum Color { red, green; Color next() => Color.red; }
typedef Handler = void Function(String);
typedef int Compare(int a, int b);

const limit = 10;
final Map<String, int> cache = {'a': 1};
String greet(String name, [int n = 1]) => 'hi $name';
void main(List<String> args) async {
  runApp(Cart(items: []));
}
