using namespace System.IO

<# function Commented { } #>

# Gets a thing.
function Get-Thing {
    [CmdletBinding()]
    param([string]$Name = "a `" }", [int]$Count)
    if ($Name -match '\{') { return "$($Name.Trim() + "}")" }
    $text = @"
function Fake {
"@
    Get-ChildItem | Where-Object { $_.Length -gt 1 } |
        ForEach-Object { $_.Name }
}

function script:Set-Thing($x) { $x }
filter Only-Even { if ($_ % 2 -eq 0) { $_ } }

class Cart : Base {
    [int]$Total = 0
    Cart([int]$n) : base($n) { $this.Total = $n }
    [string] ToString() { return '}' }
    static [Cart] Make() { return [Cart]::new(1) }
}

enum Color { Red; Green }
