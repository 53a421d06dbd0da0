import { useStore } from 'zustand'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { searchState } from './searchState.ts'

const SearchDialog = lazyComponent(async () => (await import('#late.ts')).SearchDialog)

export function SearchHost() {
  const text = useStore(searchState, (state) => state.text)
  return text === undefined ? null : <SearchDialog initial={text} />
}
