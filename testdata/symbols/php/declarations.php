<?php
declare(strict_types=1);

namespace App\Models;

use App\Base;

const LIMIT = 10, NAME = 'a';

/**
 * A user.
 */
#[Entity]
final class User extends Base implements \JsonSerializable
{
    use HasName, HasAge { HasName::name insteadof HasAge; }

    const TABLE = 'users';
    private ?int $id = null;

    public function __construct(private string $name, int ...$rest) {}

    /** Finds one. */
    #[Pure]
    public static function find(int $id): ?self
    {
        $f = function () use ($id) { return $id; };
        return $f();
    }

    abstract protected function hook(): void;
}

abstract class Shape { abstract public function area(); }

interface Store extends Base { public function save(User $u): bool; }

trait HasName
{
    public function name() { return $this->name; }
}

enum Suit: string
{
    case Hearts = 'H';
    public function label(): string { return ucfirst($this->value); }
}

// Helper.
function helper(int $a, string &$b = 'x'): int
{
    function nested() {}
    return $a;
}

if (!function_exists('polyfill')) {
    function polyfill() { return 1; }
}

$closure = fn ($x) => $x * 2;
helper(1);
