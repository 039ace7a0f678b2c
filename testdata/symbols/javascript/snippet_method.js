  // Sends it.
  async send(req, { retry = 1 } = {}) {
    if (retry) {
      return this.queue.push(req);
    }
  }

  get size() { return this.queue.length; }
