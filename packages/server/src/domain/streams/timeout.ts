import type { Settings } from '#domain/settings/settings'
import type { StreamRow } from './head.ts'

/** [STR-6] Why a stream has timed out, even if its end is not written yet. Undefined while it may go on. */
export function timeoutOf(
  { stream: rules }: Settings,
  stream: StreamRow,
  lastAt: number,
  now: number,
): 'idle' | 'lifetime' | undefined {
  if (rules.lifetime > 0 && now >= stream.started_at + rules.lifetime) return 'lifetime'
  if (rules.idleTimeout > 0 && now >= lastAt + rules.idleTimeout) return 'idle'
  return undefined
}
