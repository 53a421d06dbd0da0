/** Fewer are not worth the call. */
const least = 16 * 1024

/**
 * Gives the memory of many bytes back at once. The garbage collector sees a small object in them, and waits until 64 MB of
 * them have come together. Nobody may use the bytes any more: they are empty afterwards. Bytes that share their memory with
 * others are left alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= least && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
