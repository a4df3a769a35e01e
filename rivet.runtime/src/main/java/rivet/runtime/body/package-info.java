/** Bodies of HTTP requests and answers that actors read and write piece by piece. */
package rivet.runtime.body;
