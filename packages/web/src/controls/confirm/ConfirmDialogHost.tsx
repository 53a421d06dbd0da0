import { useStore } from 'zustand'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { confirmations } from './confirm.ts'

const ConfirmDialog = lazyComponent(async () => (await import('#late.ts')).ConfirmDialog)

/** Shows the dialog that asks to confirm an interaction, while there is one to confirm. */
export function ConfirmDialogHost() {
  const open = useStore(confirmations, (state) => state.open)
  return open ? <ConfirmDialog key={open.confirm.text.text} confirmation={open} /> : null
}
