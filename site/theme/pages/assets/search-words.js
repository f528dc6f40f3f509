// The search takes what is typed as the start of a word, and does not look for other forms of it: "meadows" would not
// find "meadow". The index holds stems, so every word is also asked for as a whole word, which is stemmed, and without
// accents, which stems have lost.
(() => {
  "use strict";
  const QUERY = 2; // the builder's number for this kind of message
  const plain = /^[\p{L}\p{M}\p{N}\s'’.,-]+$/u; // no operators and quotes: who writes those knows what they mean
  const forms = (word) => [word, word.normalize("NFD").replace(/\p{M}/gu, ""), `${word}^1`];
  const widen = (query) => {
    const words = query.trim().split(/[\s'’.,-]+/u).filter(Boolean);
    return words.length && plain.test(query) ? [...new Set(words.flatMap(forms))].join(" ") : query;
  };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const asked = message?.type === QUERY && typeof message.data === "string";
    return post.call(this, asked ? { ...message, data: widen(message.data) } : message, ...rest);
  };
})();
