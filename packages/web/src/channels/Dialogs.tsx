import { later } from '#app/later.tsx'
import { useDialogs } from './dialogs.ts'

const OpenDialog = later(async () => (await import('./OpenDialog.tsx')).OpenDialog)

export function Dialogs() {
  const open = useDialogs()
  return open.kind === 'none' ? null : <OpenDialog open={open} />
}
