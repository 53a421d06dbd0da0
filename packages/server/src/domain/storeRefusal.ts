import { DiskRefusal, StoreFailure } from '#store/db'
import { isOutOfReach } from '#store/outOfReach'
import { Refusal } from './refusal.ts'

/** What somebody is told whose request failed because of the database. Undefined if it failed because of something else. */
export function refusalOfStore(error: unknown): Refusal | undefined {
  if (isOutOfReach(error))
    return new Refusal('service_unavailable', 'The database is out of reach; try again in a moment.')
  if (error instanceof DiskRefusal)
    return new Refusal('fatal_error', `${error.message}, so nothing was written. Try again once there is room.`)
  if (error instanceof StoreFailure)
    return new Refusal('fatal_error', 'The database could not store this; nothing was written.')
  return undefined
}
