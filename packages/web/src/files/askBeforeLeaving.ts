import { ownerOfPage } from '#store/browser/browserStorage.ts'
import { uploads } from './uploads.ts'

/** A reload keeps drafts but loses uploads. While there are uploads, the browser asks before it leaves the page. */
export function askBeforeLeaving(): () => void {
  const look = () => {
    const hasUploads = Object.values(uploads.getState()).some((files) => files.length > 0)
    if (hasUploads) addEventListener('beforeunload', confirmUnload)
    else removeEventListener('beforeunload', confirmUnload)
  }
  look()
  const stop = uploads.subscribe(look)
  return () => {
    stop()
    removeEventListener('beforeunload', confirmUnload)
  }
}

function confirmUnload(event: BeforeUnloadEvent): void {
  // A page whose person has signed out does not stay.
  if (ownerOfPage()) event.preventDefault()
}
