import { dbContract } from '#testing/contract/db'
import { onEveryDatabase } from '#testing/database/databases'

onEveryDatabase('a store', dbContract)
