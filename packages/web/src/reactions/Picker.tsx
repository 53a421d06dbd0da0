import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { picking } from './picking.ts'

/** The list of all emoji is large: it comes when it is asked for first. */
const OpenPicker = lazy(async () => ({ default: (await import('./OpenPicker.tsx')).OpenPicker }))

export function Picker() {
  const of = useStore(picking, (state) => state.of)
  if (!of) return null
  return (
    <Suspense fallback={null}>
      <OpenPicker of={of} />
    </Suspense>
  )
}
