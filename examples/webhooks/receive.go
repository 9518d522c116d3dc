// Receives webhooks. Run: go run receive.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	mostAge   = 5 * time.Minute
	mostBytes = 1 << 20
)

// The secret. While you replace it, set both the old and the new one, separated by a space.
var keys = keysFrom(os.Getenv("WEBHOOK_SECRETS"))

// In your system, use a unique column of a table.
var seen sync.Map

func keysFrom(secrets string) (keys [][]byte) {
	for _, secret := range strings.Fields(secrets) {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			log.Fatal("WEBHOOK_SECRETS contains something that is not a secret")
		}
		keys = append(keys, key)
	}
	return keys
}

func isGenuine(header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil || time.Since(time.Unix(seconds, 0)).Abs() > mostAge {
		return false
	}
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.", id, timestamp)
		mac.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
			if hmac.Equal(expected, []byte(given)) {
				return true
			}
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	// Use the body exactly as it arrived: the signature covers its bytes, and re-serialised JSON has other bytes.
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, mostBytes))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !isGenuine(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	id := request.Header.Get("webhook-id")
	if _, again := seen.LoadOrStore(id, true); !again {
		fmt.Println(id, string(body)) // in your system, store the message here, and process it later
	}
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	server := &http.Server{
		Addr:        "127.0.0.1:" + port,
		Handler:     http.HandlerFunc(receive),
		ReadTimeout: 10 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
