import type { Select } from '@rivulet/blocks/block'
import { useEffect, useMemo, useState } from 'react'
import { firstOf, itemOf, matching, offered, useKnown, type ItemGroup } from './choosable.ts'
import type { FieldInUse } from './scope.ts'

const pause = 200
const usually = 3

export type Items = {
  groups: readonly ItemGroup[]
  /** Why there are none, or not yet. */
  note?: string | undefined
}

/** What a select offers for what was typed into it. Where the app knows that, it is asked. */
export function useItems(element: Select, text: string, open: boolean, { surface, scope }: FieldInUse): Items {
  const known = useKnown()
  const external = element.type === 'external_select' || element.type === 'multi_external_select'
  const all = useMemo(() => (external ? [] : offered(element, known)), [external, element, known])
  const [found, setFound] = useState<Items & { of: string }>()
  const least = element.min_query_length ?? usually
  const asks = external && open && text.trim().length >= least
  useEffect(() => {
    if (!asks) return undefined
    let gone = false
    const timer = setTimeout(
      () =>
        void surface.suggest(scope.block, element, text).then((answer) => {
          if (gone) return
          if (!answer.ok) return setFound({ of: text, groups: [], note: answer.detail })
          const groups = answer.groups.map(({ label, options }) => ({
            label: label?.text,
            items: options.map(itemOf),
          }))
          setFound({ of: text, groups: groups.filter(({ items }) => items.length > 0) })
        }),
      text === '' ? 0 : pause,
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [asks, text, element, surface, scope.block])
  if (!external) {
    const { groups, more } = firstOf(matching(all, text))
    return withNote({ groups, note: more ? 'There are more. Type to find them.' : undefined })
  }
  if (text.trim().length < least)
    return { groups: [], note: `Type ${least === 1 ? 'a letter' : `${least} letters`} to search.` }
  // What was found before stays in sight while the app looks again.
  if (found?.of !== text) return { groups: found?.groups ?? [], note: found ? undefined : 'Looking…' }
  return withNote(found)
}

function withNote(items: Items): Items {
  return items.groups.length > 0 || items.note ? items : { groups: [], note: 'Nothing fits.' }
}
