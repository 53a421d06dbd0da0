import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useOpenPeople } from './openPeople.ts'

const PeopleDialog = lazyComponent(async () => (await import('#late.ts')).PeopleDialog)

/** Shows the dialog about people that is open. */
export function PeopleDialogHost() {
  const open = useOpenPeople()
  return open.kind === 'none' ? null : <PeopleDialog open={open} />
}
