<?php

declare(strict_types=1);

namespace App\Http;

use App\{Model, View};

# [not an attribute] a comment
const LIMIT = 3;

/**
 * A controller. }
 */
#[Route('/x{id}', methods: ['GET'])]
final class Controller extends Base implements \JsonSerializable
{
    use SomeTrait;
    private array $map = ['}' => "{$x}"];

    public function __construct(private readonly Model $model) {}

    #[Pure]
    public static function &make(?string $name = '}', int ...$rest): ?self
    {
        $f = function () use ($name) { return $name; };
        $text = <<<EOT
        function fake() {
        EOT;
        return new class { public function inner() {} };
    }

    abstract protected function show(): void;
}

interface Shape { public function area(): float; }
trait Greets { function hi() { return "hi }"; } }
enum Suit: string { case A = 'a'; public function label(): string { return 'x'; } }

function helper(array $a): int { return count($a); }
?>
<p>function html() {</p>
