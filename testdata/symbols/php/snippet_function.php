function helper(int $a): int
{
    return $a;
}
