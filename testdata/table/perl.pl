#!/usr/bin/perl
package Shop::Cart;
use strict;

our $VERSION = '1.0';
my %map = (q => 'q', s => "}", y => 1);

=head2 new

sub fake { }

=cut

# Makes one.
sub new {
    my ($class, %args) = @_;
    my $n = $#{$args{items}} + 1;   # }
    my $re = qr{^\{ (x) }x;
    (my $t = $n) =~ s{a{2}}{ "x{}" }ge;
    $t =~ tr/{}/()/;
    return bless { %args, s => 1 }, $class if $t =~ m/\//;
    print <<"EOT" . q(sub fake() { ) . $args{y};
sub fake {
EOT
    my $half = $n / 2; my $other = $n / 3;
    return map { { name => $_ } } split /,/, $half;
}

sub total { my $self = shift; return $$self{total} }

package Shop::Util {
    sub trim ($) { my $s = shift; $s =~ s/^\s+|\s+$//g; return $s }
}

1;
__END__
sub after_the_end { }
