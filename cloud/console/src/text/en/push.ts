/** How messages stand in a browser, on one's own page and beside a rule. */
export const push = {
  title: 'Messages on this device',
  turnOn: 'Turn on',
  state: {
    on: 'Messages are on.',
    off: 'Messages are off.',
    busy: 'One moment.',
    denied:
      'This browser does not allow messages from this page. Allow them in its settings for this address, then load the page again.',
    dismissed: 'The browser asked, and nobody answered. Turn them on again, and allow them.',
    insecure: 'Browsers show messages only for pages by https. Open this service by https.',
    unsupported:
      'This browser has no messages. On an iPhone or iPad, add this page to the home screen and open it there.',
    unavailable: 'This service sends no messages: its operator has to set VAPID_SUBJECT.',
    unregistered: 'This browser could not reach its push service. Messages are off.',
    failed: 'The service could not be asked.',
  },
}
