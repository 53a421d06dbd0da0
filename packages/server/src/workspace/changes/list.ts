import type { Db } from '#store/db'
import type { WorkspaceFile } from '#workspace/declaration'
import type { NewPasswords } from '#workspace/passwords'
import { appChanges, tokenChanges } from './apps.ts'
import type { WorkspaceChange } from './change.ts'
import { channelChanges } from './channels.ts'
import { peopleChanges } from './people.ts'
import { teamChanges } from './teams.ts'

/** [OPS-7] Everything of existing things that the file says and the database does not. */
export async function listChanges(
  db: Db,
  file: WorkspaceFile,
  passwords: NewPasswords,
  hashToken: (token: string) => string,
): Promise<WorkspaceChange[]> {
  return [
    ...(await teamChanges(db, file)),
    ...(await peopleChanges(db, file, passwords)),
    ...(await channelChanges(db, file)),
    ...(await appChanges(db, file)),
    ...(await tokenChanges(db, file, hashToken)),
  ]
}
