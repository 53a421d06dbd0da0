import type { Socket } from 'node:net'

/**
 * How much is left of the write under way. All bytes of a write count as unsent until the last one is taken, so this is
 * the only sign that a slow socket makes progress.
 */
export function bytesLeftInWrite(raw: Socket | undefined): number {
  // Node exposes this number nowhere else. Its own socket timeouts read it here too.
  const handle: unknown = raw && Reflect.get(raw, '_handle')
  const left: unknown = typeof handle === 'object' && handle ? Reflect.get(handle, 'writeQueueSize') : undefined
  return typeof left === 'number' ? left : 0
}
