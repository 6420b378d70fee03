// htmx reports every request that did not arrive as an error. One that a newer tap or the next page overtook is none.
htmx.logger = (element, event, detail) => {
  if (detail.xhr?.status === 0 && ["htmx:sendAbort", "htmx:afterRequest"].includes(event)) delete detail.error;
};
