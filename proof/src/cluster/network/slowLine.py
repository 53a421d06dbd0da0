"""Makes a network device that sends each packet back after a while: slowLine.py <device> <seconds>"""

import collections
import fcntl
import os
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
TUN_WITHOUT_HEADER = 0x1001

device, seconds = sys.argv[1], float(sys.argv[2])
tun = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH", device.encode(), TUN_WITHOUT_HEADER))
print("ready", flush=True)

waiting = collections.deque()
while True:
    left = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    if select.select([tun], [], [], left)[0]:
        packet = os.read(tun, 65536)
        waiting.append((time.monotonic() + seconds, packet))
    while waiting and waiting[0][0] <= time.monotonic():
        os.write(tun, waiting.popleft()[1])
