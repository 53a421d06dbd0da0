/** The errors of functions.completeSuccess and .completeError. */
export const functionErrors = {
  function_execution_not_found: {
    wrong: 'There is no such run.',
    cause: '`function_execution_id` is misspelt, or belongs to another team.',
    remedy: 'Send the `function_execution_id` of the event `function_executed`.',
  },
  execution_not_in_running_state: 'The run has ended before: it succeeded or failed.',
}
