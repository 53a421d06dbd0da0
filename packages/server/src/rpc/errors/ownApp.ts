/** The errors of methods that change an app of the team. */
export const ownAppErrors = {
  app_not_found: 'No app with this id was created or is installed in the team.',
  no_permission: {
    wrong: 'The app is not the team’s own.',
    cause: 'It was created in another team, or comes from the workspace file.',
    remedy: 'Use a configuration token of the team in which apps.manifest.create or `rivulet app install` created it.',
  },
}
