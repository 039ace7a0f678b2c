import x from 'x';

export default {
  name: 'thing',
  methods: { go() { return x; } },
};
