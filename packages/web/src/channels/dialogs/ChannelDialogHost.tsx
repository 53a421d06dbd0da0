import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useOpenDialog } from './openDialog.ts'

const ChannelDialog = lazyComponent(async () => (await import('#late.ts')).ChannelDialog)

/** Shows the dialog about channels that is open. */
export function ChannelDialogHost() {
  const open = useOpenDialog()
  return open.kind === 'none' ? null : <ChannelDialog open={open} />
}
