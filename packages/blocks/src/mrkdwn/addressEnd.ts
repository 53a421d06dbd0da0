const punctuation = '.,:;!?\'"*_~`'

/** Drops what follows an address in a sentence. A bracket that closes inside the address belongs to it. */
export function trimAddressEnd(address: string): string {
  const tooMany: Record<string, number> = { ')': excess(address, '(', ')'), ']': excess(address, '[', ']') }
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1] ?? ''
    const excessive = tooMany[last] ?? 0
    if (excessive <= 0 && !punctuation.includes(last)) break
    tooMany[last] = excessive - 1
  }
  return address.slice(0, end)
}

/** How many more brackets are closed than opened. */
function excess(address: string, opening: string, closing: string): number {
  return address.split(closing).length - address.split(opening).length
}
