/** [ROM-2] Why a channel cannot have a name. */
export const channelNameErrors = {
  name_taken: {
    wrong: 'A channel that the caller can see already has this name.',
    cause: 'Archived channels keep their names.',
    remedy: 'Choose another name, or use the existing channel.',
  },
  invalid_name_required: {
    wrong: 'There is no name, or it is empty.',
    cause: '`name` is missing, or only white space.',
    remedy: 'Send a name of lower-case letters, digits, hyphens and underscores.',
  },
  invalid_name_maxlength: {
    wrong: 'The name is longer than 80 characters.',
    cause: 'Unicode code points are counted.',
    remedy: 'Choose a shorter name, and put the rest into the topic.',
  },
  invalid_name_specials: {
    wrong: 'The name has capitals, white space or other characters that are not allowed.',
    cause: 'A name consists of lower-case letters and digits of any script, hyphens and underscores.',
    remedy: 'Write it in lower case, with hyphens between the words.',
  },
  invalid_name_punctuation: {
    wrong: 'The name has only hyphens and underscores.',
    cause: 'A name needs at least one letter or digit.',
    remedy: 'Add a word.',
  },
} as const
