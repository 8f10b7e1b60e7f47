/** What is done with several events at once. */
export const markedEvents = {
  chosenOnes: 'Chosen events',
  taken: (count: number) => (count === 1 ? 'Taken.' : `${count} events taken.`),
  delete: 'Delete',
  deleteTitle: (count: number) => (count === 1 ? 'Delete this event?' : `Delete these ${count} events?`),
  deleteSays: 'They are no longer listed, counted or found, and cannot be brought back.',
  deleteDoes: [
    'Their clips and pictures are removed for good within a day.',
    'Links by which others see them end at once.',
    'What stays: that they were deleted and by whom, in the audit, and the alerts that were told.',
  ],
  starred: (count: number) =>
    count === 1
      ? 'One of them is starred: somebody wants it kept.'
      : `${count} of them are starred: somebody wants them kept.`,
  keep: 'Keep them',
  deleted: (count: number) => (count === 1 ? 'The event is deleted.' : `${count} events are deleted.`),
  failed: 'That did not work for all of them. The list shows how it is now; try again.',
}
