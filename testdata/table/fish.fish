# Greets. end
function greet --description "says hi; end"
    if test (count $argv) -gt 0; and not contains -- end $argv
        for x in $argv
            echo "hi $x end" end
        end
    else if set -q name
        begin; echo 'it\'s'; end
    end
    switch $argv[1]
        case a
            while true; break; end
    end
end

function short; echo \"; end
