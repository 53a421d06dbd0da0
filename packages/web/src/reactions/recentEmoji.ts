import { readOwn, writeOwn } from '#store/browser/browserStorage.ts'

const defaultEmoji = ['+1', 'heart', 'joy', 'tada', 'eyes', 'white_check_mark', 'pray', 'rocket']

/** The emoji that were picked last in this browser by the person, filled up with common ones. */
export function recentEmoji(): string[] {
  const recent = readOwn('emoji')?.split(' ').filter(Boolean) ?? []
  return [...new Set([...recent, ...defaultEmoji])].slice(0, defaultEmoji.length)
}

export function addRecentEmoji(name: string): void {
  writeOwn('emoji', [...new Set([name, ...recentEmoji()])].slice(0, defaultEmoji.length).join(' '))
}
