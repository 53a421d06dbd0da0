import type { Select } from '@rivulet/blocks/types'
import { useEffect, useMemo, useState } from 'react'
import { useFoundChannels } from '#store/client/useFoundChannels.ts'
import type { FieldState } from '#controls/surface/useField.ts'
import {
  filterItems,
  limitItems,
  listSelectItems,
  toSelectItem,
  useChoosable,
  type SelectItemGroup,
} from './selectItems.ts'
import { plural, t } from '#words/t.ts'

const typingPauseMs = 200
const defaultMinQueryLength = 3

export type SelectItems = {
  groups: readonly SelectItemGroup[]
  /** Tells the person why the list is empty or incomplete. */
  note?: string | undefined
}

/** The items of a select that match the text typed into it. An external select asks its app for them. */
export function useSelectItems(
  element: Select,
  text: string,
  open: boolean,
  { surface, context: { block } }: FieldState,
): SelectItems {
  const choosable = useChoosable()
  const external = element.type === 'external_select' || element.type === 'multi_external_select'
  const { searching, fetchMore } = useFoundChannels(text, open && choosesChannel(element))
  const all = useMemo(() => (external ? [] : listSelectItems(element, choosable)), [external, element, choosable])
  const [found, setFound] = useState<SelectItems & { query: string }>()
  const minLength = element.min_query_length ?? defaultMinQueryLength
  const searches = external && open && text.trim().length >= minLength
  useEffect(() => {
    if (!searches) return undefined
    let outdated = false
    const timer = setTimeout(
      () =>
        void surface.suggest(block, element, text).then((result) => {
          if (outdated) return
          if (!result.ok) return setFound({ query: text, groups: [], note: result.detail })
          const groups = result.groups.map(({ label, options }) => ({
            label: label?.text,
            items: options.map(toSelectItem),
          }))
          setFound({ query: text, groups: groups.filter(({ items }) => items.length > 0) })
        }),
      text === '' ? 0 : typingPauseMs,
    )
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [searches, text, element, surface, block])
  if (!external) {
    const { groups, more } = limitItems(filterItems(all, text))
    if (groups.length === 0 && searching) return { groups, note: t('Searching…') }
    return withNote({ groups, note: more || fetchMore ? t('There are more. Type to find them.') : undefined })
  }
  if (text.trim().length < minLength)
    return {
      groups: [],
      note: plural(minLength, 'Type a letter to search.', 'Type {count} letters to search.'),
    }
  // The previous items stay visible while the app searches again.
  if (found?.query !== text) return { groups: found?.groups ?? [], note: found ? undefined : t('Searching…') }
  return withNote(found)
}

function choosesChannel({ type }: Select): boolean {
  return /channels_select|conversations_select/.test(type)
}

function withNote(items: SelectItems): SelectItems {
  return items.groups.length > 0 || items.note ? items : { groups: [], note: t('No matches.') }
}
