import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { fetchUntilLoaded } from '#ui/lazy/fetchUntilLoaded.ts'
import { pickerOpening } from './pickerTarget.ts'

/** The picker contains all emoji and is large: it is fetched when it is first opened. */
const EmojiPicker = lazy(async () => ({
  default: (await fetchUntilLoaded(() => import('./EmojiPicker.tsx'))).EmojiPicker,
}))

/** Shows the picker while it is open. */
export function ReactionPickerHost() {
  const opened = useStore(pickerOpening.state, (state) => state.opened)
  if (!opened) return null
  return (
    <Suspense fallback={null}>
      <EmojiPicker key={opened.time} opened={opened} />
    </Suspense>
  )
}
