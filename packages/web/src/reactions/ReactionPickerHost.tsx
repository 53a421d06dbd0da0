import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { fetchUntilLoaded } from '#ui/lazy/fetchUntilLoaded.ts'
import { reactionPicker } from './pickerTarget.ts'

/** The picker contains all emoji and is large: it is fetched when it is first opened. */
const EmojiPicker = lazy(async () => ({
  default: (await fetchUntilLoaded(() => import('./EmojiPicker.tsx'))).EmojiPicker,
}))

/** Shows the picker while it is open. */
export function ReactionPickerHost() {
  const target = useStore(reactionPicker, (state) => state.target)
  if (!target) return null
  return (
    <Suspense fallback={null}>
      <EmojiPicker target={target} />
    </Suspense>
  )
}
