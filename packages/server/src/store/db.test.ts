import { dbContract } from '#testing/contract/db'
import { onEveryDatabase } from '#testing/server/databases'

onEveryDatabase('a store', dbContract)
