import { useStore } from 'zustand'
import { preferencesDialog } from '#preferences/preferencesDialog.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { shortcutsDialog } from './shortcutsDialog.ts'

const PreferencesDialog = lazyComponent(async () => (await import('#late.ts')).PreferencesDialog)
const ShortcutsDialog = lazyComponent(async () => (await import('#late.ts')).ShortcutsDialog)

/** Shows the preferences and the list of shortcuts while they are open. */
export function ShortcutsHost() {
  const hasPreferences = useStore(preferencesDialog, ({ open }) => open)
  const hasShortcuts = useStore(shortcutsDialog, ({ open }) => open)
  return (
    <>
      {hasPreferences && <PreferencesDialog />}
      {hasShortcuts && <ShortcutsDialog />}
    </>
  )
}
