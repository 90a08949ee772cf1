import sys

from planfront.billing.tests.stand_in import serve

with serve(sys.argv[1:]) as stand_in:
    sys.stdout.write(f"{stand_in.address}\n")
    sys.stdout.flush()
    sys.stdin.read()
