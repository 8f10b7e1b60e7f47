/** What is done with an event as a whole. */
export const eventDeeds = {
  takenBy: (mine: boolean): string => (mine ? 'Taken by you' : 'Taken'),
  makeNew: 'Make it new again',
  delete: 'Delete the event',
  deleteTitle: 'Delete this event?',
  deleteSays: 'It is no longer listed, counted or found, and cannot be brought back.',
  deleteDoes: [
    'Its clip and its pictures are removed for good within a day.',
    'Links by which others see it end at once.',
    'What stays: that it was deleted and by whom, in the audit, and the alerts that were told.',
  ],
  starred: 'It is starred: somebody wants it kept.',
  shared: (links: number) =>
    links === 1
      ? 'A link to it is open: whoever has it sees nothing any more.'
      : `${links} links to it are open: whoever has one sees nothing any more.`,
  keep: 'Keep it',
  notDeleted: 'It could not be deleted.',
  deleted: 'The event is deleted.',
}
