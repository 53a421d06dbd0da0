import { useEffect, useState } from 'react'
import { useWorkspace } from '#store/workspace/workspace.ts'

type Search = (text: string) => readonly string[]

const maxNames = 8
const none: readonly string[] = []

/** The names of emoji that match a text. None until the list of emoji, which is large, has been fetched. */
export function useEmojiNames(text: string | undefined): readonly string[] {
  const custom = useWorkspace((state) => state.emoji)
  const [search, setSearch] = useState<{ find: Search }>()
  const isWanted = text !== undefined
  useEffect(() => {
    if (!isWanted) return undefined
    let cancelled = false
    void Promise.all([import('@rivulet/blocks/emoji/groups'), import('#reactions/searchEmoji.ts')]).then(
      ([{ emojiGroups }, { searchEmoji }]) => {
        const names = Object.keys(custom)
        if (!cancelled) setSearch({ find: (query) => searchEmoji(emojiGroups, names, query).slice(0, maxNames) })
      },
      // Without the list, the name can still be typed.
      () => {},
    )
    return () => {
      cancelled = true
    }
  }, [isWanted, custom])
  return isWanted && search ? search.find(text) : none
}
