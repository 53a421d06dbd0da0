import { showPeople } from '#people/openPeople.ts'
import { preferencesDialog } from '#preferences/preferencesDialog.ts'
import { openChannelDialog } from './openDialog.ts'

/** Closes what is open above the page, because the person goes to another place from above it. */
export function leaveDialogs(): void {
  openChannelDialog({ kind: 'none' })
  showPeople({ kind: 'none' })
  preferencesDialog.setState({ open: false })
}
