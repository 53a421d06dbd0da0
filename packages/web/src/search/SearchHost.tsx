import { useStore } from 'zustand'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { searchOpening } from './searchState.ts'

const SearchDialog = lazyComponent(async () => (await import('#late.ts')).SearchDialog)

export function SearchHost() {
  const opened = useStore(searchOpening.state, (state) => state.opened)
  return opened ? <SearchDialog key={opened.time} opened={opened} /> : null
}
