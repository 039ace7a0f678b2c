import sys

data = sys.stdin.read()
for line in data.splitlines():
    print(line)
