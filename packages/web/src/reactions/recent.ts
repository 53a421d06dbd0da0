import { remember, remembered } from '#store/remembered.ts'

const usual = ['+1', 'heart', 'joy', 'tada', 'eyes', 'white_check_mark', 'pray', 'rocket']

/** The emoji that this browser's person took last, filled up with those that people take most. */
export function recentEmoji(): string[] {
  const taken = remembered('emoji')?.split(' ').filter(Boolean) ?? []
  return [...new Set([...taken, ...usual])].slice(0, usual.length)
}

export function rememberEmoji(name: string): void {
  remember('emoji', [...new Set([name, ...recentEmoji()])].slice(0, usual.length).join(' '))
}
