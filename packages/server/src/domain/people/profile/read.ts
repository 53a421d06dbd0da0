import type { UserRow } from '#domain/people/users'

/** The status of a person as it is now; empty once its time is over. */
export function currentStatus(user: UserRow, now: number): { text: string; emoji: string; endsAt: number | null } {
  const { status_text: text = '', status_emoji: emoji = '' } = user.profile
  if (user.status_ends_at !== null && user.status_ends_at <= now) return { text: '', emoji: '', endsAt: null }
  return { text, emoji, endsAt: user.status_ends_at }
}

/** The parts of a real name, as they were given, or else the last word and what stands before it. */
export function nameParts({ profile, real_name: realName }: UserRow): { first: string; last: string } {
  if (profile.first_name !== undefined || profile.last_name !== undefined)
    return { first: profile.first_name ?? '', last: profile.last_name ?? '' }
  const words = realName.trim().split(/\s+/)
  return words.length < 2
    ? { first: words[0] ?? '', last: '' }
    : { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' }
}

/** A name without the accents of its Latin letters, as search needs it. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
}
