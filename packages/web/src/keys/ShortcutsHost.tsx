import { useStore } from 'zustand'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { shortcutsDialog } from './shortcutsDialog.ts'

const ShortcutsDialog = lazyComponent(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

export function ShortcutsHost() {
  return useStore(shortcutsDialog, ({ open }) => open) ? <ShortcutsDialog /> : null
}
