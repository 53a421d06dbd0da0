import { openLanding } from '#routing/landing.ts'
import { request } from './pageClient.ts'

/** Opens the direct message with these users, and shows it. Returns what went wrong, if anything. */
export async function openDirectMessage(users: readonly string[]): Promise<string | undefined> {
  const result = await request({ type: 'direct', users: [...users] }, 'opened')
  if (!result.ok) return result.detail
  openLanding(result.answer.channel)
  return undefined
}
