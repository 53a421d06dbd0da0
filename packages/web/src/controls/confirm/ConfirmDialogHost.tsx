import { useStore } from 'zustand'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { confirmOpening } from './confirm.ts'

const ConfirmDialog = lazyComponent(async () => (await import('#late.ts')).ConfirmDialog)

/** Shows the dialog that asks to confirm an interaction, while there is one to confirm. */
export function ConfirmDialogHost() {
  const opened = useStore(confirmOpening.state, (state) => state.opened)
  return opened ? <ConfirmDialog key={opened.time} opened={opened} /> : null
}
